import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'

export const pictureMaxBytes = 5 * 1024 * 1024
export const pictureTypes = ['jpg', 'png', 'webp'] as const
/** The error of a file of another type. */
export const pictureTypeText = 'Choose a JPG, PNG or WebP picture.'

export const requestPicture = z.object({ _id: id, addedAt: instant })
export type RequestPicture = z.output<typeof requestPicture>

export const addRequestPicture = endpoint(
  'POST',
  '/api/leadReplacement/requests/{requestId}/pictures',
  {
    name: 'addRequestPicture',
    summary: 'Add a picture to an own pending replacement request. The same picture is stored once',
    access: 'agent',
    lowestRole: 'buyer',
    params: z.strictObject({ requestId: id }),
    body: z.strictObject({}),
    file: {
      field: 'picture',
      maxBytes: pictureMaxBytes,
      types: pictureTypes.join(', '),
      required: true,
    },
    /** All pictures of the request, in the order in which they were added. */
    answer: z.object({ pictures: z.array(requestPicture) }),
    status: 201,
    message: 'Picture added.',
    errors: [
      'REPLACEMENT_NOT_FOUND',
      'REPLACEMENT_ALREADY_DECIDED',
      'TRAVELLER_ERASED',
      'TOO_MANY_PICTURES',
      'FILE_TOO_LARGE',
      'UNSUPPORTED_FILE_TYPE',
      'TOO_MANY_REQUESTS',
    ],
  },
)

export const removeRequestPicture = endpoint(
  'DELETE',
  '/api/leadReplacement/pictures/{pictureId}',
  {
    name: 'removeRequestPicture',
    summary: 'Remove a picture of an own pending replacement request, with its file',
    access: 'agent',
    lowestRole: 'buyer',
    params: z.strictObject({ pictureId: id }),
    message: 'Picture removed.',
    errors: ['FILE_NOT_FOUND', 'REPLACEMENT_ALREADY_DECIDED'],
  },
)

export const getRequestPicture = endpoint('GET', '/api/leadReplacement/pictures/{pictureId}', {
  name: 'getRequestPicture',
  summary: 'Read a picture of a replacement request. Agents: only of their own requests',
  access: 'signed-in',
  lowestRole: 'buyer',
  right: 'support',
  params: z.strictObject({ pictureId: id }),
  answerType: 'image/webp',
  errors: ['FILE_NOT_FOUND'],
})
