/** Where the sandbox is, in place of the provider's own address. */
export const SANDBOX_PATH = '/sandbox/razorpay'
