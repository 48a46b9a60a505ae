import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Creates an id like those of the provider: a prefix such as `order_` and 14 letters and digits. */
export function newId(prefix: '' | 'order_' | 'pay_' | 'rfnd_' | 'card_'): string {
  return prefix + Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
}
