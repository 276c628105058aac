/** Fills a folder with the files of the package, without its manifest. */
export declare const fillPagePackage: (folder: string) => Promise<void>;
