import { z } from 'zod';

export const tableFieldsSchema = z.object({
  contents: z.enum(['texts', 'terms']).default('texts').meta({
    description:
      'What the cells hold. Among `texts` a comma or semicolon parts columns only where every line says so; among `terms` the sign that parts most lines does.',
  }),
});
