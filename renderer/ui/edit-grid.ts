/** One column of an editable grid. */
export interface GridColumn<Row, Column extends string> {
  readonly id: Column;
  readonly title: string;
  /** A screen reader's name of the cell in row `n`. */
  readonly label: (n: string) => string;
  /** Its width in pixels; columns without one share the rest. */
  readonly width?: number;
  /** Ids and the like: small, and left to right. */
  readonly isCode?: boolean;
  /** Seldom filled: Enter skips it, on the way from one row to the next. Behind the others. */
  readonly isAside?: boolean;
  readonly maxLength?: number;
  /** The values of a cell that is chosen, not typed. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly language?: (row: Row) => string | undefined;
  /** A note below the cell. */
  readonly note?: (row: Row) => string | undefined;
}

/** Actions on a grid from outside. */
export interface GridActions<Column extends string> {
  focus(row: number, column: Column): Promise<void>;
}
