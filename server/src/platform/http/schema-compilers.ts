import fastJsonStringify from 'fast-json-stringify'
import type { RouteShorthandOptions } from 'fastify'

type Serialize = (data: unknown) => string

/**
 * For routes whose schema describes and serializes but does not validate. A serializer is compiled at its first use: a
 * route has about ten responses, nearly all of them errors, and compiling them all took a third of the start of a process.
 */
export const schemaCompilers: Pick<
  RouteShorthandOptions,
  'validatorCompiler' | 'serializerCompiler'
> = {
  validatorCompiler: () => () => true,
  serializerCompiler: ({ schema }) => {
    let serialize: Serialize | undefined
    return (data) => {
      serialize ??= fastJsonStringify(schema)
      return serialize(data)
    }
  },
}
