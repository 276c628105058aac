import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

/** Institutions at home in Ireland, most prominent first. */
export const ireland: SandboxInstitution[] = sepaInstitutions("IE", [
  {
    id: 945001,
    name: "Curlew & Clover Bank",
    logoShape: "leaf",
    color: "#1f6b3a",
    aliases: ["Curlew and Clover"],
    abroad: ["GB"],
    bic: "CRCVIE20",
    bank: "CRCV",
  },
  {
    id: 945002,
    name: "Hazelwren Credit Union",
    logoShape: "hill",
    color: "#6e4a12",
    products: ["transactions", "auth", "balance"],
    bic: "HZWRIE20",
    bank: "HZWR",
  },
  {
    id: 945003,
    name: "Bank of Ballypuffin",
    logoShape: "tide",
    color: "#16537e",
    bic: "BBPFIE20XXX",
    bank: "BBPF",
  },
]);
