import type { Plugin } from 'vite'

/** React Router's fixed timeout per page, and its replacement. React Router has no setting for it. */
const defaultMs = 10_000
const limitMs = 120_000

/**
 * Extends the timeout of each prerendered page to two minutes. The first page loads all routes, which takes more than
 * 10 s on a busy machine.
 */
export function extendPrerenderTimeout(): Plugin {
  return {
    name: 'prerender-timeout',
    apply: 'build',
    buildApp: {
      order: 'pre',
      async handler() {
        const timeout = AbortSignal.timeout.bind(AbortSignal)
        AbortSignal.timeout = (ms) => timeout(ms === defaultMs ? limitMs : ms)
      },
    },
  }
}
