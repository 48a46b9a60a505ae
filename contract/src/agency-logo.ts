import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const logoMaxBytes = 5 * 1024 * 1024
export const logoTypes = ['jpg', 'png'] as const
/** The error of a file of another type. */
export const logoTypeText = 'Choose a JPG or PNG picture.'

const logo = z.object({ hasLogo: z.boolean() })

export const setAgencyLogo = endpoint('POST', '/api/agencyLogo', {
  name: 'setAgencyLogo',
  summary: 'Set the logo of the caller’s agency, which the next quotes show',
  access: 'agent',
  body: z.strictObject({}),
  file: { field: 'logo', maxBytes: logoMaxBytes, types: logoTypes.join(', '), required: true },
  answer: logo,
  message: 'Logo saved.',
  errors: ['FILE_TOO_LARGE', 'UNSUPPORTED_FILE_TYPE', 'TOO_MANY_REQUESTS'],
})

export const removeAgencyLogo = endpoint('DELETE', '/api/agencyLogo', {
  name: 'removeAgencyLogo',
  summary: 'Remove the logo of the caller’s agency. Sent quotes keep it',
  access: 'agent',
  answer: logo,
  message: 'Logo removed.',
})

export const getAgencyLogo = endpoint('GET', '/api/agencyLogo', {
  name: 'getAgencyLogo',
  summary: 'Read the logo of the caller’s agency',
  access: 'agent',
  lowestRole: 'caller',
  answerType: 'image/png',
  errors: ['FILE_NOT_FOUND'],
})
