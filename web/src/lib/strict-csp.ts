/**
 * Our Content-Security-Policy forbids eval; zod would probe for it as its first schema is made, and the
 * browser would report that as a violation. zod reads this setting from the global object, so it is in
 * place before zod itself is loaded, whatever order the bundler puts things in.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
