/**
 * Our Content-Security-Policy forbids eval. zod would test for eval with its first schema, which the browser reports
 * as a violation. zod reads this setting from the global object, so it takes effect before zod is loaded, in any
 * bundle order.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
