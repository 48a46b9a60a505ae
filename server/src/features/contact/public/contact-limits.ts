/** A limit against bots. People who share an address write few messages. */
export const messagesPerAddress = { max: 10, windowSeconds: 3600 }
