import { join } from 'node:path'

/** Folder of files that tests reuse in later runs. */
export const testCache = join(import.meta.dirname, '../../../node_modules/.cache/raahi-test')
