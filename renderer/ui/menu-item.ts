/** An action of a menu. */
export interface MenuItem {
  id: string;
  label: string;
  /** Marks a destructive action. */
  danger?: boolean;
}
