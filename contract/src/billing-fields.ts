import { z } from 'zod'
import { gstStates, isGstin, normaliseGstin } from './gst.ts'

/** A GSTIN as typed, in capitals and without blanks; '' empties it. */
export const gstinField = z
  .string()
  .transform(normaliseGstin)
  .refine((text) => text === '' || isGstin(text), { error: 'Enter a valid GSTIN.' })

/** Two digits of a state; '' empties it. */
export const stateField = z
  .string()
  .refine((code) => code === '' || Object.hasOwn(gstStates, code), { error: 'Choose a state.' })
