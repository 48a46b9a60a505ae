import { join } from 'node:path'

/** What tests keep between runs. */
export const TEST_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/raahi-test')
