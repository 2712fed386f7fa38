/** Placeholders in a program's settings for values that only the user has. The window translates them. */
export const INTEGRATION_VALUES = {
  key: 'a key of this service',
  connection: 'an address made under Connections: it holds its own key',
  plainHttp: 'on, for a plain http address',
  on: 'on',
} as const;
export type IntegrationValue = (typeof INTEGRATION_VALUES)[keyof typeof INTEGRATION_VALUES];
