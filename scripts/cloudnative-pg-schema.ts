// The fields of CloudNativePG's resource `Cluster` (postgresql.cnpg.io/v1) that deploy/kubernetes/cluster.yaml uses, with their
// types, from its resource definition. Other fields are rejected, because Kubernetes ignores or rejects misspelt ones.

const text = { type: 'string' }
const flag = { type: 'boolean' }
const count = { type: 'integer', minimum: 0 }
const texts = { type: 'object', additionalProperties: text }
const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const synchronous = object(
  {
    method: { enum: ['any', 'first'] },
    number: { type: 'integer', minimum: 1 },
    dataDurability: { enum: ['required', 'preferred'] },
    failoverQuorum: flag,
  },
  ['method', 'number'],
)

const initdb = object({
  database: text,
  owner: text,
  secret: object({ name: text }, ['name']),
  dataChecksums: flag,
  encoding: text,
  localeCollate: text,
  localeCType: text,
})

const plugin = object({ name: text, isWALArchiver: flag, enabled: flag, parameters: texts }, [
  'name',
])

const spec = object(
  {
    instances: { type: 'integer', minimum: 1 },
    imageName: text,
    affinity: object({
      enablePodAntiAffinity: flag,
      podAntiAffinityType: { enum: ['preferred', 'required'] },
      topologyKey: text,
    }),
    failoverDelay: count,
    switchoverDelay: count,
    primaryUpdateStrategy: { enum: ['unsupervised', 'supervised'] },
    bootstrap: object({ initdb }),
    storage: object({ size: text, storageClass: text }),
    resources: object({ requests: texts, limits: texts }),
    postgresql: object({ synchronous, parameters: texts }),
    plugins: { type: 'array', items: plugin },
  },
  ['instances'],
)

export const clusterSchema = object(
  {
    apiVersion: { const: 'postgresql.cnpg.io/v1' },
    kind: { const: 'Cluster' },
    metadata: object({ name: text }, ['name']),
    spec,
  },
  ['apiVersion', 'kind', 'metadata', 'spec'],
)
