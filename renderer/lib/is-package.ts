/** Endings of packages of agencies, as file pickers take them. */
export const PACKAGE_TYPES = '.sdlppx,.mqxlz,.mqout';

export function isPackage({ name }: { readonly name: string }): boolean {
  return /\.(?:sdlppx|mqxlz|mqout)$/i.test(name);
}
