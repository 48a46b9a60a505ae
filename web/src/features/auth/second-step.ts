import type { ComponentType } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import type { SecondStepProps } from './second-step-form.tsx'

/** The second step of a login: what is to be exchanged, and the form for the code. */
export interface SecondStep {
  challenge: string
  Form: ComponentType<SecondStepProps>
}

/**
 * Fetches the form for the code, which few logins need and the first screen does without.
 * @throws ApiError NETWORK where the script cannot be fetched
 */
export async function loadSecondStep(): Promise<SecondStep['Form']> {
  try {
    return (await import('./second-step-form.tsx')).SecondStepForm
  } catch (cause) {
    throw new ApiError({ code: 'NETWORK', status: 0, cause })
  }
}
