/** Settings that are built into the app. All are optional. */
interface ImportMetaEnv {
  /** Address of the API, if it differs from the page's origin. */
  readonly VITE_API_BASE_URL?: string
  /** The operator's public key at the payment provider; the sandbox's by default. */
  readonly VITE_RAZORPAY_KEY_ID?: string
  /** The provider's checkout script; the sandbox's by default. */
  readonly VITE_RAZORPAY_CHECKOUT_URL?: string
  /** The operator's company as JSON (contract/src/company.ts); the demo company by default. */
  readonly VITE_COMPANY?: string
}

/** A setting that is not declared here is a type error. */
interface ViteTypeOptions {
  strictImportMetaEnv: unknown
}
