import type { ComponentType } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import type { SecondStepProps } from './second-step-form.tsx'

/** The second step of a login: the challenge, and the form for the code. */
export interface SecondStep {
  challenge: string
  Form: ComponentType<SecondStepProps>
}

/**
 * Loads the form for the code on demand, because few logins need it.
 * @throws ApiError NETWORK if the script cannot be loaded
 */
export async function loadSecondStep(): Promise<SecondStep['Form']> {
  try {
    return (await import('./second-step-form.tsx')).SecondStepForm
  } catch (cause) {
    throw new ApiError({ code: 'NETWORK', status: 0, cause })
  }
}
