// The scopes of keys. Without zod.

/**
 * What a key may do. A call whose access is a scope takes a key with this scope, and nothing else.
 * - intake:write: send enquiries of a source
 * - purchases:read: read the purchases of an agent
 */
export const keyScopes = ['intake:write', 'purchases:read'] as const
export type KeyScope = (typeof keyScopes)[number]

/** The scopes of keys that agents make for themselves. */
export const agentScopes = ['purchases:read'] as const

/** The most keys of an agent, or of a source, that have not been revoked. */
export const maxKeys = 20

export const keyNameLength = 60
