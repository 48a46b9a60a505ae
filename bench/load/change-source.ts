import { registerHooks } from 'node:module'

// Loaded before a server whose source is to be changed for one measurement: BENCH_CHANGES holds what to replace in
// which file. Nothing on disk is touched.

type Change = { file: string; find: string; instead: string }

const changes: Change[] = JSON.parse(process.env.BENCH_CHANGES ?? '[]')

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const here = changes.filter(({ file }) => url.endsWith(file))
    if (here.length === 0) return loaded
    let source = String(loaded.source)
    for (const { find, instead } of here) {
      if (!source.includes(find)) throw new Error(`${url} has no '${find}' to replace`)
      source = source.replace(find, instead)
    }
    return { ...loaded, source }
  },
})
