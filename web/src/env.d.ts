/** The settings that are built in; each may be left out. */
interface ImportMetaEnv {
  /** Where the API is found, if not where the page came from. */
  readonly VITE_API_BASE_URL?: string
  /** Our key at the payment provider, which is public; unset: the sandbox's. */
  readonly VITE_RAZORPAY_KEY_ID?: string
  /** The script that draws the checkout; unset: the sandbox's. */
  readonly VITE_RAZORPAY_CHECKOUT_URL?: string
  /** Who runs the product, as JSON (contract/src/company.ts); unset: the demo's. */
  readonly VITE_COMPANY?: string
}

/** A setting that is not named here is a fault of types. */
interface ViteTypeOptions {
  strictImportMetaEnv: unknown
}
