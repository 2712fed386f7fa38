import type { UnitOrigin } from './memory-port.ts';

/** A unit as stored. */
export interface UnitRow {
  readonly id: number;
  /** The holder of its memory; see `holderOf`. */
  readonly account: string;
  readonly from: string;
  readonly to: string;
  /** Coded texts. */
  readonly source: string;
  readonly target: string;
  readonly origin: UnitOrigin;
  readonly job: string | null;
  /** RFC 3339 UTC. */
  readonly created_at: string;
  readonly created_by: string | null;
  readonly updated_at: string;
  /** See UnitContext. */
  readonly pre: string | null;
  readonly post: string | null;
}

export const UNIT_ROW =
  'SELECT id, account, source_language AS "from", target_language AS "to", source, target, origin, job, created_at, created_by, updated_at, pre, post FROM unit';

/** The known neighbours. */
export function shownContext({ pre, post }: Pick<UnitRow, 'pre' | 'post'>): { pre?: string; post?: string } {
  return { ...(pre === null ? {} : { pre }), ...(post === null ? {} : { post }) };
}
