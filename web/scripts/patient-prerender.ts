import type { Plugin } from 'vite'

/** What React Router gives each page, and what it gets instead. React Router has no setting for it. */
const defaultMs = 10_000
const limitMs = 120_000

/** Gives each prerendered page two minutes: on a busy machine the first one, which loads all routes, takes more than 10 s. */
export function patientPrerender(): Plugin {
  return {
    name: 'patient-prerender',
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
