import { ApiError } from './api-error.ts'

/**
 * Loads the contract of accounts on demand: with zod it is a quarter of the script that the login may have on its
 * first screen, which renders without it.
 * @throws ApiError NETWORK if the script cannot be loaded
 */
export async function loadAuthContract() {
  try {
    return await import('@raahi/contract/auth')
  } catch (cause) {
    throw new ApiError({ code: 'NETWORK', status: 0, cause })
  }
}
