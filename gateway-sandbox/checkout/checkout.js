// @ts-check
// The stand-in for the provider's checkout script, with the same constructor, options and events. A classic script, as
// the provider's is. The sheet consists of modules.
;(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const folder = new URL('./', script.src)
  const sheetAddress = new URL('checkout/sheet.js', folder).href

  /** @typedef {import('./types.d.ts').CheckoutOptions} CheckoutOptions */
  /** @typedef {(failure: { error: import('./types.d.ts').PaymentError }) => void} FailureListener */

  class Razorpay {
    /** @type {CheckoutOptions} */
    #options
    /** @type {FailureListener[]} */
    #failureListeners = []
    #isOpen = false
    /** @type {(() => void) | undefined} */
    #closeSheet

    /** @param {CheckoutOptions} options */
    constructor(options) {
      if (!options?.key) throw new Error('No key passed')
      if (!options.order_id) throw new Error('The sandbox needs an order_id')
      this.#options = options
    }

    /**
     * @param {string} event
     * @param {FailureListener} listener
     */
    on(event, listener) {
      if (event === 'payment.failed') this.#failureListeners.push(listener)
    }

    async open() {
      if (this.#isOpen) return
      this.#isOpen = true
      try {
        /** @type {typeof import('./sheet.js')} */
        const { openSheet } = await import(sheetAddress)
        // The page may have closed, or closed and opened the sheet while it was loading.
        if (!this.#isOpen || this.#closeSheet) return
        this.#closeSheet = openSheet(this.#options, folder, {
          onFailed: (error) => {
            for (const listener of this.#failureListeners) listener({ error })
          },
          onClosed: () => {
            this.#isOpen = false
            this.#closeSheet = undefined
          },
        })
      } catch (error) {
        console.error('The payment sheet could not be loaded.', error)
        this.#isOpen = false
        this.#options.modal?.ondismiss?.()
      }
    }

    close() {
      this.#isOpen = false
      this.#closeSheet?.()
    }
  }

  Object.assign(window, { Razorpay })
})()
