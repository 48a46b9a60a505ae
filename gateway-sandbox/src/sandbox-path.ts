/** The path of the sandbox, which replaces the address of the provider. */
export const sandboxPath = '/sandbox/razorpay'
