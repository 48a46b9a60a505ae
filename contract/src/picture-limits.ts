// Without schemas, so that the public privacy notice does not load zod.

/** Pictures of one replacement request, such as screenshots of a chat. */
export const maxPictures = 3
/** Pictures are removed this many days after the decision of their request. */
export const pictureDays = 180
