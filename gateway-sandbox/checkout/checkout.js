// @ts-check
// The stand-in for the provider's checkout script: the same constructor, options and events. A classic script, as the
// provider's is; the sheet itself is made of modules that are loaded as soon as this runs.
;(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const folder = new URL('./', script.src)
  // The server puts the name of the folder here that holds this very version.
  const sheetModule = import(new URL('__MODULES__/sheet.js', folder).href)
  // Reported when a sheet is opened, not before.
  sheetModule.catch(() => {})

  /** @typedef {import('./types.d.ts').CheckoutOptions} CheckoutOptions */
  /** @typedef {(told: { error: import('./types.d.ts').PaymentError }) => void} FailureListener */

  class Razorpay {
    /** @type {CheckoutOptions} */
    #options
    /** @type {FailureListener[]} */
    #failureListeners = []
    /** @type {import('./types.d.ts').Sheet | undefined} */
    #sheet
    /** Counts calls of open and close: a sheet that is still being loaded opens only if nothing came after. */
    #turn = 0

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

    open() {
      if (this.#sheet) return
      const turn = ++this.#turn
      sheetModule.then(
        ({ openSheet }) => {
          if (turn === this.#turn) this.#sheet = openSheet(this.#options, folder, this.#events())
        },
        (error) => {
          console.error('The payment sheet could not be loaded.', error)
          this.#options.modal?.ondismiss?.()
        },
      )
    }

    close() {
      this.#turn += 1
      this.#sheet?.close()
      this.#sheet = undefined
    }

    /** @returns {import('./types.d.ts').SheetEvents} */
    #events() {
      const { handler, modal } = this.#options
      return {
        onPaid: (payment) => {
          this.#sheet = undefined
          handler?.(payment)
        },
        onFailed: (error) => {
          for (const listener of this.#failureListeners) listener({ error })
        },
        onDismissed: (reason) => {
          this.#sheet = undefined
          modal?.ondismiss?.(reason)
        },
      }
    }
  }

  window.Razorpay = Razorpay
})()
