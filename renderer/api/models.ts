import type {
  ImportReportResource,
  ModelFilesResource,
  ModelResource,
} from '../../service/contract/index.ts';
import { ask } from './client.ts';

export async function listModels(): Promise<ModelResource[]> {
  return (await ask<{ models: ModelResource[] }>('/v1/models')).data.models;
}

/** The files of a model, and their download addresses. */
export async function modelFiles(id: string): Promise<ModelFilesResource['files']> {
  return (await ask<ModelFilesResource>(`/v1/models/${id}`)).data.files;
}

/** Starts an install, or joins a running one. */
export async function installModel(id: string): Promise<ModelResource> {
  return (await ask<ModelResource>(`/v1/models/${id}/install`, { method: 'POST' })).data;
}

/** Stops an install; downloaded data is kept for the next one. */
export async function cancelModel(id: string): Promise<ModelResource> {
  return (await ask<ModelResource>(`/v1/models/${id}/cancel`, { method: 'POST' })).data;
}

export async function removeModel(id: string): Promise<void> {
  await ask<undefined>(`/v1/models/${id}`, { method: 'DELETE' });
}

/** Installs models from a ZIP of their files, or stores a single file of one. */
export async function importModels(file: File): Promise<ImportReportResource> {
  const form = new FormData();
  form.set('file', file, file.name);
  return (await ask<ImportReportResource>('/v1/models/import', { method: 'POST', form })).data;
}
