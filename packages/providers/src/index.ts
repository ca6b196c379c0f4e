export { type CredentialsFile, inspectCredentialsFile } from './models/credentials-file.ts';
export { type Credential, Credentials } from './models/credentials.ts';
export { type CredentialStatus, inspectCredentials } from './models/inspect-credentials.ts';
export { type AskedModel, inspectModels, type ModelInspection } from './models/inspect-models.ts';
export { parseModelList, toModelListRequest } from './models/model-list.ts';
export { baseUrlOf, hasKeyHeader, headersOf } from './models/open-client.ts';
export { createModelSetup, type HostModels, type ModelSetup, setUpModels } from './models/set-up-models.ts';
export { findVertexAccess, isVertexWanted } from './models/vertex-access.ts';
export { findWebSearchProblem } from './web/create-web-search.ts';
