/** The path of the sandbox, which replaces the address of the provider. */
export const SANDBOX_PATH = '/sandbox/razorpay'
