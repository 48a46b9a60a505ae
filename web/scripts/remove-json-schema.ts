import type { Plugin } from 'vite'

const jsonSchemaModule = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/

/**
 * Removes zod's JSON Schema writer, a ninth of the marketplace's script: only the server uses it, for its API
 * documentation. The modules keep their exports, which do nothing.
 */
export function removeJsonSchema(): Plugin {
  return {
    name: 'remove-json-schema',
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
