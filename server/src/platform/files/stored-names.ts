import { randomBytes } from 'node:crypto'

const pattern = /^[A-Za-z0-9_-]{32}\.[a-z0-9]{2,5}$/

/** Returns whether a store can have created this name; others are never looked up. */
export function isStoredName(name: string): boolean {
  return pattern.test(name)
}

/** A random name that cannot be guessed. */
export function newStoredName(extension: string): string {
  return `${randomBytes(24).toString('base64url')}.${extension}`
}
