import type { Plugin } from 'vite'

const unusedModule =
  /zod[\\/]v4[\\/](?:core[\\/](?:to-json-schema|json-schema-processors)|locales[\\/]en)\.js$/

/**
 * Removes two parts of zod that a browser does not use, an eighth of the marketplace's script: the JSON Schema writer,
 * which only the server needs for its API documentation, and zod's own error texts, because each check of the contract
 * has a text. The modules keep their exports, which do nothing.
 */
export function removeUnusedZod(): Plugin {
  return {
    name: 'remove-unused-zod',
    apply: 'build',
    transform(code, id) {
      if (!unusedModule.test(id)) return null
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return {
        code: [
          ...names.map((name) => `export const ${name} = () => undefined`),
          'export default () => undefined',
        ].join('\n'),
        map: null,
      }
    },
  }
}
