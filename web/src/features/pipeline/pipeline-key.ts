/** Key of all that is read of the pipeline. Alone in its file, for what is loaded with every screen. */
export const pipelineKey = ['pipeline'] as const
