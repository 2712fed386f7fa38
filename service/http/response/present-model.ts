import type { ModelResource } from '../../contract/index.ts';
import type { ModelView } from '../../models/models-port.ts';

export function presentModel({ model, ...view }: ModelView): ModelResource {
  return {
    id: model.id,
    engine: 'bergamot',
    from: model.from,
    to: model.to,
    variant: model.variant,
    state: view.state,
    download_bytes: view.downloadBytes,
    ...(view.installedBytes === undefined ? {} : { installed_bytes: view.installedBytes }),
    ...(view.receivedBytes === undefined ? {} : { received_bytes: view.receivedBytes }),
    ...(view.error === undefined ? {} : { error: view.error }),
    ...(model.version === undefined ? {} : { version: model.version }),
    licence: model.licence,
    ...(model.quality === undefined ? {} : { quality: model.quality }),
  };
}
