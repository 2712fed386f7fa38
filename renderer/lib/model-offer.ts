import type { ModelResource } from '../../service/contract/index.ts';
import { wayFor } from './pairs.ts';

/**
 * The variant to install first, as the service advises: nearly the quality of `base` at three quarters of its
 * size.
 */
const OFFERED: readonly ModelResource['variant'][] = ['base-memory', 'base', 'tiny'];

/** A direction that a model serves. */
export interface ModelDirection {
  from: string;
  to: string;
  ready: boolean;
  model: ModelResource;
}

/** The directions of the models that are installed or can be, in the order in which they are offered. */
export function modelDirections(models: readonly ModelResource[]): ModelDirection[] {
  const usable = models.filter(({ state, download_bytes: bytes }) => state === 'installed' || bytes > 0);
  const offered = usable.sort((a, b) => OFFERED.indexOf(a.variant) - OFFERED.indexOf(b.variant));
  // A model being installed comes before a better one that nobody requested.
  const underWay = (model: ModelResource): number => (model.state === 'installing' ? 0 : 1);
  return offered
    .sort((a, b) => underWay(a) - underWay(b))
    .map((model) => ({ from: model.from, to: model.to, ready: model.state === 'installed', model }));
}

/**
 * The models that a direction lacks: one, or two if it goes through English; empty if all are installed or
 * none exist.
 */
export function missingModels(
  directions: readonly ModelDirection[],
  from: string,
  to: string,
): readonly ModelResource[] {
  const way = wayFor(directions, from, to);
  return way ? way.legs.filter((leg) => !leg.ready).map((leg) => leg.model) : [];
}
