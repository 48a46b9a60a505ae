/** Many travellers share one address at an Indian mobile network: the limit is for programs. */
export const enquiriesPerAddress = { max: 20, windowSeconds: 3600 }
