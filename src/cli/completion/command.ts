import { defineCommand } from "../command.ts";

/** `service-link completion`. */
export const completion = defineCommand({
  name: "completion",
  summary: "print a script for a shell's completion: bash, zsh or fish",
  details:
    "To load it when the shell starts:\n" +
    "  bash  source <(service-link completion bash)   in ~/.bashrc\n" +
    "  zsh   source <(service-link completion zsh)    in ~/.zshrc\n" +
    "  fish  service-link completion fish | source    in ~/.config/fish/config.fish",
  operand: "<shell>",
  options: {},
  run: async ({ operand, context, program }) =>
    context.out((await import("./completion-script.ts")).completionScript(operand, program)),
});
