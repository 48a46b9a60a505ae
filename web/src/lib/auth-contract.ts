import { ApiError } from './api-error.ts'

/**
 * The contract of accounts, fetched when first needed: with zod it is a quarter of the script that the
 * login may have on its first screen, and that screen draws without it.
 * @throws ApiError NETWORK where the script cannot be fetched
 */
export async function loadAuthContract() {
  try {
    return await import('@raahi/contract/auth')
  } catch (cause) {
    throw new ApiError({ code: 'NETWORK', status: 0, cause })
  }
}
