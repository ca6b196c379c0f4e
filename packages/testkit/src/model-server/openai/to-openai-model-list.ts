/** A list of models in OpenAI's format. */
export const toOpenAIModelList = (models: readonly string[]): object => ({
  object: 'list',
  data: models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'scripted' })),
});
