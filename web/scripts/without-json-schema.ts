import type { Plugin } from 'vite'

const jsonSchemaModule = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/

/**
 * Leaves out how zod writes JSON Schema: the server does that for its API docs, no browser ever does, and it
 * is a ninth of the marketplace's own script. The modules keep their exports, which do nothing.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!jsonSchemaModule.test(id)) return null
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return {
        code: names.map((name) => `export const ${name} = () => undefined`).join('\n'),
        map: null,
      }
    },
  }
}
