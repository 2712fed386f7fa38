/** An action of a menu. */
export interface MenuItem {
  id: string;
  label: string;
  /** Marks an action that loses something. */
  danger?: boolean;
}
