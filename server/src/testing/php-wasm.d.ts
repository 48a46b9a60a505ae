// The packages declare no types that TypeScript finds. Only what the tests use.

declare module '@php-wasm/node-7-4' {
  export function getPHPLoaderModule(): Promise<object>
}

declare module '@php-wasm/universal' {
  export function loadPHPRuntime(loader: object): Promise<number>
  export class PHP {
    constructor(runtime: number)
    writeFile(path: string, text: string): void
    run(request: { code: string }): Promise<{ text: string }>
    exit(): void
  }
}
