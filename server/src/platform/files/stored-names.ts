import { randomBytes } from 'node:crypto'

const pattern = /^[A-Za-z0-9_-]{32}\.[a-z0-9]{2,5}$/

/** Whether a store can have given this name; no other is ever looked up. */
export function isStoredName(name: string): boolean {
  return pattern.test(name)
}

/** A name that nobody can guess. */
export function newStoredName(extension: string): string {
  return `${randomBytes(24).toString('base64url')}.${extension}`
}
